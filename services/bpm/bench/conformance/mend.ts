import { readDefinition } from '../../src/core/definition/compile.ts'
import { withRepairs, type Mendable } from '../../src/core/definition/repair/plan.ts'
import { repair } from '../../src/core/definition/repair/run.ts'
import { findProblems } from '../../src/core/definition/validate.ts'
import type { VariableDeclaration } from '../../src/core/variables.ts'

const mostClicks = 6

interface Mended {
  readonly xml: string
  readonly problems: readonly Mendable[]
  /** After all safe repairs, or after one click at each problem. */
  readonly by: 'safe' | 'one click'
}

/** Reads a document against what is declared, and plans its repairs. */
export const lookWith =
  (variables: readonly VariableDeclaration[]) =>
  async (
    text: string,
  ): Promise<{ problems: readonly Mendable[]; warnings: readonly Mendable[] }> => {
    const read = await readDefinition(text)
    const found = findProblems(read, variables)
    const about = { read, key: undefined, people: new Map<string, never[]>() }
    return { problems: withRepairs(text, about, found), warnings: [] }
  }

/**
 * Does the safe repairs, then the first that is offered at each problem, until nothing more is offered.
 *
 * @param prefers A kind that is taken before the first, where it is offered.
 */
export async function mend(
  xml: string,
  variables: readonly VariableDeclaration[],
  prefers?: string,
): Promise<Mended> {
  const look = lookWith(variables)
  let mended = await repair(xml, 'safe', look)
  if (mended.looked.problems.length === 0) {
    return { xml: mended.bpmnXml, problems: [], by: 'safe' }
  }
  for (let click = 0; click < mostClicks && mended.looked.problems.length > 0; click += 1) {
    const before = mended.bpmnXml
    mended = await repair(
      before,
      mended.looked.problems.flatMap((one) => clickOn(one, prefers)),
      look,
    )
    mended = await repair(mended.bpmnXml, 'safe', look)
    if (mended.bpmnXml === before) break
  }
  return { xml: mended.bpmnXml, problems: mended.looked.problems, by: 'one click' }
}

/** The first that is offered; of people those that need no answer from whoever starts. */
function clickOn({ repairs }: Mendable, prefers?: string): readonly string[] {
  const preferred = repairs.find(({ kind }) => kind === prefers)
  const chosen = preferred ?? repairs.find(({ id }) => id.endsWith(':initiator')) ?? repairs[0]
  return chosen === undefined ? [] : [chosen.id]
}
