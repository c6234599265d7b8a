use std::alloc::{GlobalAlloc, Layout};
use std::arch::wasm32::{memory_grow, memory_size};
use std::cell::Cell;

const PAGE: usize = 1 << 16;

/// An allocator that gives nothing back: an instance lives for one event, and the
/// host takes all of its memory then. See `arena!`.
pub struct Arena {
    next: Cell<usize>, // 0: nothing was taken yet
    end: Cell<usize>,
}

// A module has one thread.
unsafe impl Sync for Arena {}

impl Arena {
    /// An empty arena.
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        Arena {
            next: Cell::new(0),
            end: Cell::new(0),
        }
    }

    /// Takes memory up to an address; false where there is none.
    fn reach(&self, address: usize) -> bool {
        if address > self.end.get() {
            let pages = (address - self.end.get()).div_ceil(PAGE);
            if memory_grow(0, pages) == usize::MAX {
                return false;
            }
            self.end.set(memory_size(0) * PAGE);
        }
        self.next.set(address);
        true
    }
}

unsafe impl GlobalAlloc for Arena {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if self.end.get() == 0 {
            self.end.set(memory_size(0) * PAGE);
            self.next.set(self.end.get());
        }
        let start = self.next.get().next_multiple_of(layout.align());
        match start.checked_add(layout.size()) {
            Some(end) if self.reach(end) => start as *mut u8,
            _ => std::ptr::null_mut(),
        }
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let is_last = block as usize + layout.size() == self.next.get();
        if is_last
            && (block as usize)
                .checked_add(size)
                .is_some_and(|end| self.reach(end))
        {
            return block;
        }
        let moved = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
        if !moved.is_null() {
            std::ptr::copy_nonoverlapping(block, moved, layout.size().min(size));
        }
        moved
    }
}
