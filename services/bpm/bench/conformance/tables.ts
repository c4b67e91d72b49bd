/** How many lists each of the words is in, most first. */
export function countRows(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const counts = new Map<string, number>()
  for (const code of lists.flat()) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts]
    .toSorted(([a, m], [b, n]) => n - m || a.localeCompare(b))
    .map(([code, count]) => [`\`${code}\``, String(count)])
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
