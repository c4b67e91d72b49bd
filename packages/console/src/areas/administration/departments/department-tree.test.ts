import { expect, it } from 'vitest'
import type { Department } from '../queries.ts'
import { toTree, type TreeNode } from './department-tree.ts'

const department = (id: string, parentId: string | null): Department => ({
  id,
  code: id,
  name: id,
  parentId,
  leaderId: null,
  revision: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
})
const outline = (nodes: readonly TreeNode[]): unknown[] =>
  nodes.map(({ department: { id }, children }) => [id, ...outline(children)])

it('puts departments below their parents, by name, and loses none', () => {
  const tree = toTree([
    department('sales', 'company'),
    department('company', null),
    department('finance', 'company'),
    department('team', 'sales'),
    department('lost', 'elsewhere'),
  ])
  expect(outline(tree)).toEqual([['company', ['finance'], ['sales', ['team']]], ['lost']])
})
