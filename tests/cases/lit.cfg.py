# The shipped cases: programs that must be accepted and programs that must be refused, each beside its good twin.
# By hand: /usr/lib/llvm-22/bin/lit -v --param exogpu=build/frontend/exogpu --param out=build/lit tests/cases
import os

lit_config.load_config(config, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lit", "lit.cfg.py"))
config.name = "cases"
config.suffixes = [".cpp"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.join(config.test_exec_root, "cases")
