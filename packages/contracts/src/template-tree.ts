import type { ApprovalTree, TreeStep } from './approval-tree.ts'
import type {
  ProcessTemplate,
  TemplateLanguage,
  TemplateRole,
  TemplateStep,
  TemplateValue,
} from './process-templates.ts'

/** What an organisation and a business type have of what a template speaks of. */
export interface TemplateAnswers {
  readonly language: TemplateLanguage
  /** How the role is referred to; without it the step asks nobody yet. */
  readonly roleRef: (role: TemplateRole) => string | undefined
  /** The condition that the value is above a number; without it the branch is unfinished. */
  readonly isAbove: (value: TemplateValue, than: number) => string | undefined
}

const words = {
  en: {
    managers: ['Manager', 'Manager of the manager'],
    above: 'Above the limit',
    otherwise: 'Otherwise',
  },
  'zh-CN': {
    managers: ['上级', '上级的上级'],
    above: '超过限额',
    otherwise: '其他情况',
  },
} as const

/** The tree to begin with. What has no answer is left unsaid, and a check of the draft names it. */
export function toTree(
  { steps, isApart }: ProcessTemplate,
  answers: TemplateAnswers,
): ApprovalTree {
  const count = { approve: 0, cc: 0, branch: 0 }
  const nextId = (type: keyof typeof count) => `${type}${(count[type] += 1)}`
  const written = steps.map((step) => toStep(step, answers, nextId))
  if (isApart !== true) return { steps: written }
  return { steps: written, separations: [{ nodes: approvalsIn(written) }] }
}

function toStep(
  step: TemplateStep,
  answers: TemplateAnswers,
  nextId: (type: 'approve' | 'cc' | 'branch') => string,
): TreeStep {
  const { language } = answers
  switch (step.type) {
    case 'manager': {
      const { level } = step
      const name = words[language].managers[level - 1] ?? words[language].managers[0]
      const candidates = [{ kind: 'managerLine', from: level, to: level } as const]
      return { id: nextId('approve'), type: 'approve', name, candidates }
    }
    case 'role': {
      const { role, does = role.name } = step
      const candidates = candidatesOf(role, answers)
      return { id: nextId('approve'), type: 'approve', name: does[language], candidates }
    }
    case 'told': {
      const { role } = step
      const candidates = candidatesOf(role, answers)
      return { id: nextId('cc'), type: 'cc', name: role.name[language], candidates }
    }
    case 'above': {
      const { value, than } = step
      const id = nextId('branch')
      const when = answers.isAbove(value, than)
      const branch = {
        // Without the number, which the condition says: it would be wrong once that is changed.
        name: words[language].above,
        ...(when === undefined ? {} : { when }),
        steps: step.steps.map((inner) => toStep(inner, answers, nextId)),
      }
      const rest = { name: words[language].otherwise, otherwise: true, steps: [] }
      const branches = [branch, rest]
      return { id, type: 'branch', kind: 'exclusive', name: value.name[language], branches }
    }
  }
}

function candidatesOf(role: TemplateRole, { roleRef }: TemplateAnswers) {
  const ref = roleRef(role)
  return ref === undefined ? [] : [{ kind: 'role' as const, ref }]
}

const approvalsIn = (steps: readonly TreeStep[]): readonly string[] =>
  steps.flatMap((step) => {
    if (step.type === 'approve') return [step.id]
    return step.type === 'branch' ? step.branches.flatMap((one) => approvalsIn(one.steps)) : []
  })
