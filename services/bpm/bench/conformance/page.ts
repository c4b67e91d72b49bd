import type { Collection } from './models.ts'
import type { Measured } from './measure.ts'
import { countRows, table } from './tables.ts'

interface Row {
  readonly collection: Collection
  readonly measured: readonly Measured[]
  readonly near: readonly Measured[]
}

/** The page of what was measured, as it is committed. */
export function writePage(rows: readonly Row[], cases: string): string {
  return `# Models of others

Written by \`pnpm suite:bpmn --from <folder of clones>\`, which reads public models in clones of their repositories. Nothing of
them is kept here. Models with the same bytes count once.

Kept: it is a draft, and a repair that is asked to do nothing answers the same bytes. What is not is unreadable as XML, has a document type, or
a tag with more than 500 attributes: such models are there to be refused. That a draft is exported byte for byte is a
test of its own, \`services/bpm/src/features/definitions/any-model.test.ts\`.

${table(['repository', 'commit', 'licence', 'models', 'kept'], rows.map(keptRow))}

Near the subset: one process with a user task, and no element that the [subset](README.md) has no word for. Which models these are
is decided by their elements alone, not by whether they run. Variables are declared as the expressions use them, as a
business type would. Repaired by one click: the first repair that is offered at each problem, until none is offered; where nobody is
named, whoever starts is asked. Runs: every task is approved, until the approval ends or waits for a time or another process.

${table(
  [
    'repository',
    'near',
    'publishable as it is',
    'after safe repairs',
    'after one click each',
    'run',
  ],
  rows.filter(({ near }) => near.length > 0).map(nearRow),
)}

What is left in those that cannot be published, by the code of the problem:

${table(['code', 'models'], countRows(rows.flatMap(({ near }) => near.map(({ left }) => left))))}

What is refused by name in all models, by how many of them have it ([why](patterns.md#what-is-refused)):

${table(['element', 'models'], countRows(rows.flatMap(({ measured }) => measured.map(({ refused }) => refused))))}

${cases}`
}

const keptRow = ({ collection: { name, commit, licence }, measured }: Row) => [
  name,
  `\`${commit.slice(0, 12)}\``,
  licence,
  String(measured.length),
  String(measured.filter(({ isDraft, isUnchanged }) => isDraft && isUnchanged).length),
]

function nearRow({ collection, near }: Row): readonly string[] {
  const count = (...ways: readonly string[]) =>
    String(near.filter(({ publishable }) => ways.includes(publishable)).length)
  return [
    collection.name,
    String(near.length),
    count('as it is'),
    count('as it is', 'safe'),
    count('as it is', 'safe', 'one click'),
    String(near.filter(({ isPlayed }) => isPlayed).length),
  ]
}
