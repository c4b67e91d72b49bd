import type { VariableDeclaration } from '../variables.ts'
import type { DecisionTable } from './table.ts'

export const purchaseVariables: readonly VariableDeclaration[] = [
  { name: 'amount', type: 'number', required: true },
  { name: 'department', type: 'string', required: true },
  { name: 'country', type: 'string' },
  { name: 'urgent', type: 'boolean' },
  { name: 'needed', type: 'date' },
  { name: 'limit', type: 'number' },
  { name: 'reviewer', type: 'user' },
]

const role = (ref: string) => [{ kind: 'role', ref } as const]

/** Who approves a purchase, how many of them, in what order, by when. */
export const purchaseTable: DecisionTable = {
  hitPolicy: 'UNIQUE',
  inputs: [
    { variable: 'amount', type: 'number' },
    { variable: 'department', type: 'string' },
  ],
  outputs: [
    { name: 'approvers', type: 'people' },
    { name: 'howMany', type: 'approvals' },
    { name: 'order', type: 'order' },
    { name: 'due', type: 'due' },
  ],
  rows: [
    {
      inputs: [{ exclusiveMaximum: 1000 }, null],
      outputs: [[{ kind: 'managerLine', from: 1 }], null, null, 'P2D'],
      note: 'small',
    },
    {
      inputs: [{ minimum: 1000, exclusiveMaximum: 10_000 }, { oneOf: ['IT', 'Sales'] }],
      outputs: [role('finance'), 1, 'together', null],
    },
    {
      inputs: [{ minimum: 1000, exclusiveMaximum: 10_000 }, { noneOf: ['IT', 'Sales'] }],
      outputs: [[...role('finance'), { kind: 'departmentLeader', level: 1 }], 2, 'inTurn', 'PT8H'],
    },
    {
      inputs: [{ minimum: 10_000 }, null],
      outputs: [
        [
          { kind: 'user', ref: 'anna' },
          { kind: 'variable', name: 'reviewer' },
        ],
        null,
        null,
        null,
      ],
    },
  ],
  otherwise: null,
}
