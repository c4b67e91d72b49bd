import type { ApproveStep, TreeCandidate } from '@countersign/contracts'
import type { Became } from '../notes.ts'

const kinds: ReadonlyMap<string, 'user' | 'role' | 'department' | 'post'> = new Map([
  ['user', 'user'],
  ['role', 'role'],
  ['dept', 'department'],
  ['post', 'post'],
])

/** As many as a task asks. */
const mostPeople = 500

/** `role:1@@dept:2@@7@@${boss}`; undefined for what a program of the other application says. */
export function readPermissions(flag: string | undefined): readonly (TreeCandidate | undefined)[] {
  if (flag === undefined) return []
  const parts = partsOf(flag)
  // What is beyond is refused as one part that is not understood.
  const read = parts.length > mostPeople ? [...parts.slice(0, mostPeople), 'spel@@'] : parts
  return read.map((part): TreeCandidate | undefined => {
    if (part === 'warmFlowInitiator') return { kind: 'initiator' }
    const [, name] = /^(?:default@@)?\$\{([A-Za-z_]\w{0,63})\}$/.exec(part) ?? []
    if (name !== undefined) return { kind: 'variable', name }
    if (/^(?:spel|snel|default)@@|[#$]\{/.test(part) || part.length > 150) return undefined
    const [, prefix = '', ref] = /^(\w+):(.+)$/.exec(part) ?? []
    const kind = kinds.get(prefix)
    return kind === undefined || ref === undefined ? { kind: 'user', ref: part } : { kind, ref }
  })
}

/** Parted by `@@`, which also stands behind the name of an expression language; older ones by commas. */
function partsOf(flag: string): readonly string[] {
  const isOld = !flag.includes('@@') && !/[#$]\{/.test(flag)
  return (isOld ? flag.split(',') : flag.split(/(?<!^|@@)(?<!(?:^|@@)(?:spel|snel|default))@@/))
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

type Votes = Pick<ApproveStep, 'mode' | 'threshold' | 'reject' | 'rejectThreshold'>

/** `nodeRatio`: 0 is one of them, 100 all, what lies between a share; `passCount=2`, `rejectCount=2`. */
export function readRatio(ratio: string | undefined): readonly [Votes, Became] {
  const text = ratio ?? '0'
  const sequence = /^(.*)@@sequence$/s.exec(text)
  if (sequence !== null) {
    const [, base = ''] = sequence
    return base === '' || Number(base) === 100
      ? [{ mode: 'sequential' }, 'mapped']
      : [{ mode: 'sequential' }, 'refused']
  }
  const [, by, count] = /^(passCount|rejectCount)=([1-9]\d{0,5})$/.exec(text) ?? []
  if (by === 'passCount') return [{ mode: 'count', threshold: Number(count) }, 'mapped']
  if (by === 'rejectCount') {
    return [{ mode: 'all', reject: 'count', rejectThreshold: Number(count) }, 'mapped']
  }
  const share = /^\d{1,3}(?:\.\d{1,4})?$/.test(text) ? Number(text) : NaN
  if (share === 0) return [{ mode: 'any' }, 'mapped']
  if (share === 100) return [{ mode: 'all' }, 'mapped']
  if (share > 0 && share < 100)
    return [{ mode: 'ratio', threshold: Number((share / 100).toFixed(6)) }, 'mapped']
  return [{ mode: 'any' }, 'refused']
}
