// The loops of StatementPrinter whose iterations share vector accesses.
#include "codegen/cuda/statements.h"

namespace exogpu::cuda {

void StatementPrinter::printVectorLoop(const ir::For& loop, const lower::VectorPlan&, const lower::GroupPlace& group) {
  printSerialLoop(loop, group);
}

}  // namespace exogpu::cuda
