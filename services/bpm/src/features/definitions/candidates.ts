import { Problem } from '@countersign/service-kit/problem'
import type { CandidateRule, CompiledProcess, Node } from '../../core/definition/graph.ts'
import type { DefinitionProblem } from '../../core/definition/problem.ts'
import type { FoundPerson } from '../../core/definition/repair/repair.ts'
import type { DirectoryRequest } from '../../core/engine/command.ts'
import type { Deps } from '../../deps.ts'

/** A process names a few dozen. The directory is asked for so many, and a document that names thousands holds up nobody. */
const MOST_ASKED = 500

/**
 * People, roles, departments and posts that a process names and the tenant does not have, of the first 500. No problem
 * by itself: they may come later, and `onEmpty` says what happens until then. Without an answer of
 * the directory nothing is said.
 */
export async function findUnknownCandidates(
  { directory }: Pick<Deps, 'directory'>,
  tenantId: string,
  process: CompiledProcess,
): Promise<readonly DefinitionProblem[]> {
  const named = [...process.nodes.values()].flatMap(namedBy)
  const requests = new Map(named.map(({ request }) => [request.key, request]))
  if (requests.size === 0) return []
  try {
    const asked = [...requests.values()].slice(0, MOST_ASKED)
    const answers = await directory.resolve(tenantId, asked)
    return named.flatMap(({ element, request: { key, kind, ref = '' } }) => {
      if (answers.get(key)?.missing !== true) return []
      const message = `the tenant has no ${kind} ${ref}: check the name, or add it before approvals start`
      return [{ element, code: 'candidate_unknown', message, subject: ref }]
    })
  } catch (error) {
    if (error instanceof Problem && error.code === 'bpm.directory_unavailable') return []
    throw error
  }
}

/**
 * Who is probably meant by names that nobody has: other systems write people as `Kermit Frog`,
 * `kermit@example.org`, `DOMAIN\\kermit` or `cn=kermit,ou=people`. Without an answer of the directory nobody.
 */
export async function findMeant(
  { directory }: Pick<Deps, 'directory'>,
  tenantId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly FoundPerson[]>> {
  const wanted = [...new Set(names)].map((name) => ({ name, spelled: spellingsOf(name) }))
  const refs = new Set(wanted.flatMap(({ spelled }) => spelled.map(({ ref }) => ref)))
  if (refs.size === 0) return new Map()
  try {
    const asked = [...refs].map((ref) => ({ key: ref, kind: 'user' as const, ref }))
    const answers = await directory.resolve(tenantId, asked)
    const ids = [...answers.values()].flatMap(({ userIds }) => userIds)
    const people = await directory.findUsers(tenantId, ids)
    return new Map(
      wanted.map(({ name, spelled }) => {
        const found = new Map<string, FoundPerson>()
        for (const { ref, isExact } of spelled) {
          for (const id of answers.get(ref)?.userIds ?? []) {
            const person = people.get(id)
            if (person === undefined || found.has(id)) continue
            const { username, displayName } = person
            found.set(id, { username, displayName, isExact })
          }
        }
        return [name, [...found.values()]]
      }),
    )
  } catch (error) {
    if (error instanceof Problem && error.code === 'bpm.directory_unavailable') return new Map()
    throw error
  }
}

/** User names that a name could stand for, in lower case as they are kept; the likely ones first. */
function spellingsOf(name: string): readonly { readonly ref: string; readonly isExact: boolean }[] {
  const common = /^(?:cn|uid)=([^,]+)/i.exec(name)?.[1] ?? name
  const account = common.slice(Math.max(common.lastIndexOf('\\'), common.lastIndexOf('/')) + 1)
  const local = account.replace(/@.*$/, '').trim().toLowerCase()
  const parts = local.split(/[\s._-]+/).filter((part) => part !== '')
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  const exact = [local, ...['.', '_', '-', ''].map((between) => parts.join(between))]
  const loose =
    parts.length > 1 ? [`${last}.${first}`, `${first.slice(0, 1)}${last}`, first, last] : []
  return [
    ...exact.map((ref) => ({ ref, isExact: true })),
    ...loose.map((ref) => ({ ref, isExact: false })),
  ].filter(({ ref }) => ref !== '' && ref.length <= 150)
}

interface Named {
  readonly element: string
  readonly request: DirectoryRequest
}

function namedBy(node: Node): readonly Named[] {
  if (node.kind !== 'userTask' && node.kind !== 'copy') return []
  const toNamed = (kind: DirectoryRequest['kind'], ref: string): Named => ({
    element: node.id,
    request: { key: `${kind}:${ref}`, kind, ref },
  })
  const ofRules = (rules: readonly CandidateRule[]) =>
    rules.flatMap((rule) =>
      'ref' in rule && rule.kind !== 'decision' ? [toNamed(rule.kind, rule.ref)] : [],
    )
  if (node.kind === 'copy') return ofRules(node.candidates)
  return [
    ...ofRules(node.candidates),
    ...ofRules(node.timing.escalate?.candidates ?? []),
    ...node.policy.emptyUsers.map((ref) => toNamed('user', ref)),
  ]
}
