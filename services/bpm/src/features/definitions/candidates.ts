import { Problem } from '@countersign/service-kit/problem'
import type { CandidateRule, CompiledProcess, Node } from '../../core/definition/graph.ts'
import type { DefinitionProblem } from '../../core/definition/problem.ts'
import type { DirectoryRequest } from '../../core/engine/command.ts'
import type { Deps } from '../../deps.ts'

/**
 * People, roles, departments and posts that a process names and the tenant does not have. No problem
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
    const answers = await directory.resolve(tenantId, [...requests.values()])
    return named.flatMap(({ element, request: { key, kind, ref = '' } }) => {
      if (answers.get(key)?.missing !== true) return []
      const message = `the tenant has no ${kind} ${ref}: check the name, or add it before approvals start`
      return [{ element, code: 'candidate_unknown', message }]
    })
  } catch (error) {
    if (error instanceof Problem && error.code === 'bpm.directory_unavailable') return []
    throw error
  }
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
    rules.flatMap((rule) => ('ref' in rule ? [toNamed(rule.kind, rule.ref)] : []))
  if (node.kind === 'copy') return ofRules(node.candidates)
  return [
    ...ofRules(node.candidates),
    ...ofRules(node.timing.escalate?.candidates ?? []),
    ...node.policy.emptyUsers.map((ref) => toNamed('user', ref)),
  ]
}
