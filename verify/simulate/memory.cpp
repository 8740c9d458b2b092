#include "verify/simulate/memory.h"

#include <algorithm>

namespace exogpu::simulate {

Storage::Storage(ir::BufferRef buffer, std::vector<std::int64_t> extents)
    : buffer_(std::move(buffer)), extents_(std::move(extents)), count_(1) {
  for (const auto extent : extents_) count_ *= static_cast<std::uint64_t>(extent);
  element_bytes_ = static_cast<std::size_t>(ir::sizeInBytes(buffer_->element));
  bytes_.resize(count_ * element_bytes_);
  defined_.resize(count_);
  if (buffer_->space == ir::Space::Register) owners_.assign(count_, kNobody);
}

void Storage::fill(const std::vector<std::uint8_t>& bytes) {
  std::copy_n(bytes.begin(), std::min(bytes.size(), bytes_.size()), bytes_.begin());
  std::fill(defined_.begin(), defined_.end(), std::uint8_t{1});
}

void Storage::begin(const ThreadSet& declared_by, bool zero) {
  declared_by_ = declared_by;
  std::fill(bytes_.begin(), bytes_.end(), std::uint8_t{0});
  std::fill(defined_.begin(), defined_.end(), static_cast<std::uint8_t>(zero ? 1 : 0));
  std::fill(owners_.begin(), owners_.end(), kNobody);
}

std::optional<std::uint64_t> Storage::position(llvm::ArrayRef<std::int64_t> index) const {
  std::uint64_t position = 0;
  for (std::size_t d = 0; d < index.size(); ++d) {
    if (index[d] < 0 || index[d] >= extents_[d]) return std::nullopt;
    position = position * static_cast<std::uint64_t>(extents_[d]) + static_cast<std::uint64_t>(index[d]);
  }
  return position;
}

std::vector<std::int64_t> Storage::index(std::uint64_t position) const {
  std::vector<std::int64_t> index(extents_.size());
  for (std::size_t d = extents_.size(); d-- > 0;) {
    const auto extent = static_cast<std::uint64_t>(std::max<std::int64_t>(1, extents_[d]));
    index[d] = static_cast<std::int64_t>(position % extent);
    position /= extent;
  }
  return index;
}

Value Storage::load(std::uint64_t position) const {
  Value value = loadBytes(buffer_->element, &bytes_[position * element_bytes_]);
  value.undefined = defined_[position] == 0;
  return value;
}
void Storage::store(std::uint64_t position, const Value& value) {
  storeBytes(buffer_->element, value, &bytes_[position * element_bytes_]);
  defined_[position] = 1;
}
std::uint32_t Storage::claim(std::uint64_t position, std::uint32_t thread) {
  auto& owner = owners_[position];
  if (owner == kNobody) owner = thread;
  return owner;
}

}  // namespace exogpu::simulate
