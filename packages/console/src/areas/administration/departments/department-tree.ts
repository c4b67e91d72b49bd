import type { Department } from '../queries.ts'

export interface TreeNode {
  readonly department: Department
  readonly children: readonly TreeNode[]
}

/** Departments below their parents; one whose parent is not among them stands at the root. */
export function toTree(departments: readonly Department[]): readonly TreeNode[] {
  const known = new Set(departments.map(({ id }) => id))
  const below = (parentId: string | null): readonly TreeNode[] =>
    departments
      .filter((each) =>
        parentId === null
          ? each.parentId === null || !known.has(each.parentId)
          : each.parentId === parentId,
      )
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map((department) => ({ department, children: below(department.id) }))
  return below(null)
}
