/// The memory that this process took for what it allocated. `giveBack()` hands the system those pages in which
/// nothing is any more; allocators keep them, for they may be needed again.
package enum HeapMemory {}
