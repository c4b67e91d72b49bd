export type Move = 'next' | 'previous' | 'first' | 'last'

/** What the keys do in an open menu. */
export const menuKeys: Readonly<Record<string, Move | 'close'>> = {
  Escape: 'close',
  Tab: 'close',
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
}

/** The item that a move leads to from item `at` of `count`; after the last comes the first. */
export function placeAfter(move: Move, at: number, count: number): number {
  const places = { next: at + 1, previous: at - 1 + count, first: 0, last: count - 1 }
  return places[move] % Math.max(1, count)
}
