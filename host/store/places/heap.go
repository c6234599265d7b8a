package places

// heap keeps the best of what it is offered, the worst of them first once it is full.
type heap[T any] struct {
	all    []T
	limit  int
	before func(a, b T) bool
}

func heapOf[T any](limit int, before func(a, b T) bool) *heap[T] {
	return &heap[T]{limit: limit, before: before}
}

// offer adds an element unless so many better ones are there. It reports whether the heap is
// full, so that its first is the worst.
func (h *heap[T]) offer(x T) bool {
	if len(h.all) < h.limit {
		if h.all = append(h.all, x); len(h.all) < h.limit {
			return false
		}
		for i := h.limit/2 - 1; i >= 0; i-- {
			h.sink(i)
		}
		return true
	}
	if h.before(x, h.all[0]) {
		h.all[0] = x
		h.sink(0)
	}
	return true
}

// sink restores the order below a changed element.
func (h *heap[T]) sink(i int) {
	for {
		child := 2*i + 1
		if child >= len(h.all) {
			return
		}
		if child+1 < len(h.all) && h.before(h.all[child], h.all[child+1]) {
			child++
		}
		if !h.before(h.all[i], h.all[child]) {
			return
		}
		h.all[i], h.all[child] = h.all[child], h.all[i]
		i = child
	}
}
