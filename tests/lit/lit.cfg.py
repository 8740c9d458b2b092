# Tests of the executable as users meet it. Run by ctest, which gives the parameters; by hand:
#   /usr/lib/llvm-22/bin/lit -v --param exogpu=build/frontend/exogpu --param out=build/lit tests/lit
import os
import shutil

import lit.formats

source_dir = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
llvm_bin = lit_config.params.get("llvm_bin", "/usr/lib/llvm-22/bin")
exogpu = os.path.abspath(lit_config.params["exogpu"])

config.name = "exogpu"
config.test_format = lit.formats.ShTest(execute_external=True)  # a real shell: pipes, redirections, exit codes
config.suffixes = [".test", ".cpp", ".ir"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.abspath(lit_config.params.get("out", os.path.join(source_dir, "build", "lit")))

config.environment["PATH"] = os.pathsep.join([llvm_bin, os.path.join(source_dir, "tests/tools"), os.environ["PATH"]])
config.environment["FILECHECK_OPTS"] = "--dump-input=fail"
config.environment["XDG_CACHE_HOME"] = os.path.join(config.test_exec_root, "cache")  # never the user's
for name in ("NO_COLOR", "CLICOLOR_FORCE", "EXOGPU_CACHE"):
    config.environment.pop(name, None)
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions.append(("%exogpu", exogpu))
config.substitutions.append(("%source", source_dir))
config.substitutions.append(("%include", os.path.join(source_dir, "stdlib/include")))
config.substitutions.append(("%exits", "exits.sh"))

if shutil.which("nvcc") or os.path.exists("/usr/local/cuda/bin/nvcc"):
    config.available_features.add("nvcc")
if os.path.exists("/dev/nvidiactl"):
    config.available_features.add("gpu")
if lit_config.params.get("sanitize", "0") == "1":
    config.available_features.add("sanitizer")
if os.geteuid() != 0:
    config.available_features.add("not-root")
