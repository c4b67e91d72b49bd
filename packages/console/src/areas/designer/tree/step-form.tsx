import { ActionIcon, Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/icon.tsx'
import { CandidatesField } from '../candidates-field.tsx'
import { RulesForm } from '../rules-form.tsx'
import type { BranchStep, TreeBranch, TreeStep } from './tree-model.ts'

interface Props {
  readonly step: TreeStep
  readonly onChange: (step: TreeStep) => void
  readonly disabled: boolean
}

/** What the chosen step says. */
export function StepForm({ step, onChange, disabled }: Props) {
  const { t } = useTranslation('designer')
  return (
    <Stack>
      <TextInput
        label={t('field.name')}
        value={step.name ?? ''}
        maxLength={200}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange({ ...step, name: currentTarget.value })}
      />
      {step.type === 'approve' && (
        <RulesForm
          rules={step}
          disabled={disabled}
          onChange={(rules) =>
            onChange({ ...rules, id: step.id, type: 'approve', name: step.name })
          }
        />
      )}
      {step.type === 'cc' && (
        <CandidatesField
          value={step.candidates}
          disabled={disabled}
          onChange={(candidates) => onChange({ ...step, candidates })}
        />
      )}
      {step.type === 'branch' && <BranchForm step={step} onChange={onChange} disabled={disabled} />}
    </Stack>
  )
}

function BranchForm({ step, onChange, disabled }: Props & { readonly step: BranchStep }) {
  const { t } = useTranslation('designer')
  const set = (branches: readonly TreeBranch[]) => onChange({ ...step, branches })
  const isConditional = step.kind !== 'parallel'
  return (
    <Stack>
      <Select
        label={t('branch.kind')}
        data={(['exclusive', 'inclusive', 'parallel'] as const).map((value) => ({
          value,
          label: t(`branch.${value}`),
        }))}
        value={step.kind}
        allowDeselect={false}
        disabled={disabled}
        onChange={(kind) => onChange(withKind(step, kind))}
      />
      {step.branches.map((branch, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- known by their place alone
        <Group key={index} align="flex-end" wrap="nowrap" gap="xs">
          <Stack gap={6} flex={1}>
            <TextInput
              label={t('branch.name', { number: index + 1 })}
              value={branch.name}
              disabled={disabled}
              onChange={({ currentTarget }) =>
                set(step.branches.with(index, { ...branch, name: currentTarget.value }))
              }
            />
            {isConditional && branch.otherwise !== true && (
              <TextInput
                aria-label={t('branch.when')}
                placeholder="amount > 1000.0"
                ff="monospace"
                value={branch.when ?? ''}
                disabled={disabled}
                onChange={({ currentTarget }) =>
                  set(step.branches.with(index, { ...branch, when: currentTarget.value }))
                }
              />
            )}
            {isConditional && (
              <Checkbox
                label={t('branch.otherwise')}
                checked={branch.otherwise === true}
                disabled={disabled}
                onChange={({ currentTarget }) =>
                  set(chooseDefault(step.branches, index, currentTarget.checked))
                }
              />
            )}
          </Stack>
          <ActionIcon
            variant="subtle"
            disabled={disabled || step.branches.length <= 2}
            aria-label={t('branch.remove', { number: index + 1 })}
            onClick={() => set(step.branches.toSpliced(index, 1))}
          >
            <Icon name="trash" size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="default"
        size="xs"
        w="fit-content"
        disabled={disabled}
        onClick={() =>
          set([
            ...step.branches,
            {
              name: t('branch.name', { number: step.branches.length + 1 }),
              ...(isConditional ? { when: unwritten } : {}),
              steps: [],
            },
          ])
        }
      >
        {t('branch.add')}
      </Button>
    </Stack>
  )
}

/** The condition of a branch until somebody writes another. */
const unwritten = 'true'

/** Parallel branches have no conditions. */
function withKind(step: BranchStep, kind: string | null): BranchStep {
  if (kind === 'parallel') {
    const branches = step.branches.map(({ name, steps }) => ({ name, steps }))
    return { ...step, kind, branches }
  }
  const branches = step.branches.map((branch) =>
    branch.otherwise === true || branch.when !== undefined
      ? branch
      : { ...branch, when: unwritten },
  )
  return { ...step, kind: kind === 'inclusive' ? 'inclusive' : 'exclusive', branches }
}

/** At most one branch is taken when no other is; it has no condition. */
function chooseDefault(
  branches: readonly TreeBranch[],
  chosen: number,
  isDefault: boolean,
): readonly TreeBranch[] {
  return branches.map(({ name, when, steps }, index) =>
    index === chosen && isDefault
      ? { name, steps, otherwise: true }
      : { name, steps, when: when ?? unwritten },
  )
}
