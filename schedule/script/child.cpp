#include "schedule/script/child.h"

#include <unistd.h>

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/TargetSelect.h"

#include "frontend/parse/script_module.h"
#include "schedule/script/session.h"

namespace exogpu::script {
namespace {

void writeAll(int descriptor, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const auto n = ::write(descriptor, text.data() + done, text.size() - done);
    if (n <= 0) return;  // the parent is gone, or will see an answer that is no JSON
    done += static_cast<std::size_t>(n);
  }
}

[[noreturn]] void answer(int descriptor, llvm::json::Object object) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(std::move(object));
  writeAll(descriptor, text);
  ::_exit(0);
}

/// The functions that a script calls, by name.
llvm::orc::SymbolMap entryPoints(llvm::orc::LLJIT& jit) {
  const auto flags = llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable;
  llvm::orc::SymbolMap symbols;
  const auto add = [&](const char* name, auto* function) {
    symbols[jit.mangleAndIntern(name)] = {llvm::orc::ExecutorAddr::fromPtr(function), flags};
  };
  add("exogpu_schedule_proc", &exogpu_schedule_proc);
  add("exogpu_schedule_find", &exogpu_schedule_find);
  add("exogpu_schedule_body", &exogpu_schedule_body);
  add("exogpu_schedule_step", &exogpu_schedule_step);
  add("exogpu_schedule_knob", &exogpu_schedule_knob);
  add("exogpu_schedule_print", &exogpu_schedule_print);
  return symbols;
}

using Script = void (*)(void*);

/// The script's `void schedule(exo::program&)`, whose parameter is one pointer to the session behind a reference.
llvm::Expected<Script> link(llvm::orc::LLJIT& jit, std::unique_ptr<llvm::Module> module,
                            std::unique_ptr<llvm::LLVMContext> context) {
  module->setDataLayout(jit.getDataLayout());
  auto& library = jit.getMainJITDylib();
  if (auto error = library.define(llvm::orc::absoluteSymbols(entryPoints(jit)))) return error;
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(jit.getDataLayout().getGlobalPrefix());
  if (!process) return process.takeError();
  library.addGenerator(std::move(*process));
  if (auto error = jit.addIRModule(llvm::orc::ThreadSafeModule(std::move(module), std::move(context)))) return error;
  if (auto error = jit.initialize(library)) return error;
  auto entry = jit.lookup("_Z8scheduleRN3exo7programE");
  if (!entry) return entry.takeError();
  return entry->toPtr<Script>();
}

}  // namespace

void runChild(const std::string& path, const ir::Module& module, const Options& options, int descriptor) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  std::vector<std::string> arguments;
  if (!options.stdlib_include.empty()) arguments = {"-isystem", options.stdlib_include};
  arguments.insert(arguments.end(), options.clang_arguments.begin(), options.clang_arguments.end());
  std::string errors;
  std::vector<std::string> read;
  auto context = std::make_unique<llvm::LLVMContext>();
  auto compiled = parse::compileScript(path, arguments, *context, errors, read);
  if (!compiled) answer(descriptor, llvm::json::Object{{"errors", errors}});

  auto jit = llvm::orc::LLJITBuilder().create();
  if (!jit) answer(descriptor, llvm::json::Object{{"errors", llvm::toString(jit.takeError())}});
  auto script = link(**jit, std::move(compiled), std::move(context));
  if (!script) answer(descriptor, llvm::json::Object{{"errors", llvm::toString(script.takeError())}});

  Session* running = nullptr;
  const auto finish = [&] {
    auto object = *llvm::json::parse(running->toJson())->getAsObject();
    object["read"] = llvm::json::Array(read);
    answer(descriptor, std::move(object));
  };
  Session session(module, options.knobs, finish);
  running = &session;
  void* program = &session;  // exo::program holds the session and nothing else
  (*script)(&program);
  finish();
  ::_exit(0);
}

}  // namespace exogpu::script
