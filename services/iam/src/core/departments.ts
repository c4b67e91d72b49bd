/** Whether hanging a department below `parentId` would put it below itself. */
export function closesCircle(
  departments: readonly { readonly id: string; readonly parentId: string | null }[],
  id: string,
  parentId: string | null,
): boolean {
  const parents = new Map(departments.map((department) => [department.id, department.parentId]))
  const seen = new Set<string>()
  for (let at = parentId; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
    if (at === id) return true
    seen.add(at)
  }
  return false
}
