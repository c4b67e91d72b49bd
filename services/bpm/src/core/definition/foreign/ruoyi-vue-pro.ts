// Who decides by a user task of ruoyi-vue-pro: the number of a strategy, and its parameter.
import { unwrap } from '../expression.ts'
import type { CandidateRule } from '../graph.ts'
import { maxLevel } from '../elements/rules.ts'

/** What was meant by it; or why nothing here is the same. */
type Meant =
  | { readonly kind: 'candidates'; readonly candidates: readonly CandidateRule[] }
  | { readonly kind: 'refused'; readonly why: string }

/**
 * @param param Without it as if it were empty.
 * @param initiatorNames What whoever has started it is called in expressions.
 */
export function meantByStrategy(
  strategy: string,
  param = '',
  initiatorNames: ReadonlySet<string> = new Set(),
): Meant {
  switch (strategy.trim()) {
    case '10':
      return named('role', param)
    case '20':
      return named('department', param)
    case '22':
      return named('post', param)
    case '30':
      return named('user', param)
    case '34':
      return found([{ kind: 'previousApproverSelects', weight: 1 }])
    case '35':
      return found([{ kind: 'initiatorSelects', weight: 1 }])
    case '36':
      return found([{ kind: 'initiator', weight: 1 }])
    case '37':
      return leaders(param, (level) => [level - 1])
    case '38':
      return leaders(param, (level) => Array.from({ length: level }, (_, at) => at))
    case '50':
      return variable(param.trim())
    case '60': {
      const inner = unwrap(param)
      return initiatorNames.has(inner) ? found([{ kind: 'initiator', weight: 1 }]) : variable(inner)
    }
    default:
      return refuse(reasons[strategy.trim()] ?? 'this strategy is not known')
  }
}

/** What has no word here. */
const reasons: Partial<Record<string, string>> = {
  '1': 'nobody is named: say by the policy who is asked where nobody is found',
  '21': 'leaders of departments are found from the initiator alone: name them, or a role of theirs',
  '23': 'leaders of departments are found from the initiator alone: name them, or a role of theirs',
  '40': 'there are no groups of users: take a role',
  '51': 'leaders of departments are found from the initiator alone: take a field that names people',
}

const found = (candidates: readonly CandidateRule[]): Meant => ({ kind: 'candidates', candidates })
const refuse = (why: string): Meant => ({ kind: 'refused', why })

function named(kind: 'role' | 'department' | 'post' | 'user', param: string): Meant {
  const refs = param.split(',').map((ref) => ref.trim())
  const given = refs.filter((ref) => ref !== '')
  if (given.length === 0) return refuse('its parameter names nobody')
  return found(given.map((ref) => ({ kind, ref, weight: 1 })))
}

/** Level 1 there is the initiator's own department, which is 0 here. */
function leaders(param: string, levelsOf: (level: number) => readonly number[]): Meant {
  const level = Number(param)
  if (!/^\s*\d+\s*$/.test(param) || level < 1 || level > maxLevel) {
    return refuse(`its parameter is a number of departments from 1 to ${maxLevel}`)
  }
  return found(levelsOf(level).map((up) => ({ kind: 'departmentLeader', level: up, weight: 1 })))
}

function variable(name: string): Meant {
  if (/^[A-Za-z_]\w*$/.test(name)) return found([{ kind: 'variable', name, weight: 1 }])
  return refuse('it is computed by a program there: put the people into a variable')
}
