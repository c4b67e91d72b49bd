/** A binary heap: pops what ranks lowest. What ranks alike comes in any order, but always in the same. */
export function createHeap<T>(rank: (item: T) => number) {
  const items: { readonly item: T; readonly rank: number }[] = []
  const isBefore = (one: number, other: number) =>
    (items[one]?.rank ?? Infinity) < (items[other]?.rank ?? Infinity)
  const swap = (one: number, other: number) => {
    const [first, second] = [items[one], items[other]]
    if (first !== undefined && second !== undefined) [items[one], items[other]] = [second, first]
  }
  return {
    push(item: T) {
      items.push({ item, rank: rank(item) })
      let place = items.length - 1
      while (place > 0 && isBefore(place, (place - 1) >> 1)) {
        swap(place, (place - 1) >> 1)
        place = (place - 1) >> 1
      }
    },
    pop(): T | undefined {
      swap(0, items.length - 1)
      const top = items.pop()
      for (let place = 0; ;) {
        const left = 2 * place + 1
        const child = isBefore(left + 1, left) ? left + 1 : left
        if (!isBefore(child, place)) return top?.item
        swap(place, child)
        place = child
      }
    },
  }
}
