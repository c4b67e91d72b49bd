import { BRANCH_KINDS, type BranchStep, type TreeBranch } from '@countersign/contracts'
import { ActionIcon, Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/icon.tsx'
import { addBranch, chooseDefault, withKind } from './branches.ts'

interface Props {
  readonly step: BranchStep
  readonly onChange: (step: BranchStep) => void
  readonly disabled: boolean
}

/** What kind of branching it is, and each branch with its condition. */
export function BranchForm({ step, onChange, disabled }: Props) {
  const { t } = useTranslation('designer')
  const { branches } = step
  return (
    <Stack>
      <Select
        label={t('branch.kind')}
        data={BRANCH_KINDS.map((value) => ({ value, label: t(`branch.${value}`) }))}
        value={step.kind}
        allowDeselect={false}
        disabled={disabled}
        onChange={(kind) =>
          onChange(withKind(step, BRANCH_KINDS.find((known) => known === kind) ?? 'exclusive'))
        }
      />
      {branches.map((branch, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- known by their place alone
        <Group key={index} align="flex-end" wrap="nowrap" gap="xs">
          <Stack gap={6} flex={1}>
            <BranchFields
              step={step}
              branch={branch}
              index={index}
              onChange={onChange}
              disabled={disabled}
            />
          </Stack>
          <ActionIcon
            variant="subtle"
            disabled={disabled || branches.length <= 2}
            aria-label={t('branch.remove', { number: index + 1 })}
            onClick={() => onChange({ ...step, branches: branches.toSpliced(index, 1) })}
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
        onClick={() => onChange(addBranch(step, t('branch.name', { number: branches.length + 1 })))}
      >
        {t('branch.add')}
      </Button>
    </Stack>
  )
}

/** Name and condition of one branch; parallel ones have no condition. */
function BranchFields(props: Props & { readonly branch: TreeBranch; readonly index: number }) {
  const { t } = useTranslation('designer')
  const { step, branch, index, onChange, disabled } = props
  const isConditional = step.kind !== 'parallel'
  const change = (part: Partial<TreeBranch>) =>
    onChange({ ...step, branches: step.branches.with(index, { ...branch, ...part }) })
  return (
    <>
      <TextInput
        label={t('branch.name', { number: index + 1 })}
        value={branch.name}
        disabled={disabled}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      {isConditional && branch.otherwise !== true && (
        <TextInput
          aria-label={t('branch.when')}
          placeholder="amount > 1000.0"
          ff="monospace"
          value={branch.when ?? ''}
          disabled={disabled}
          onChange={({ currentTarget }) => change({ when: currentTarget.value })}
        />
      )}
      {isConditional && (
        <Checkbox
          label={t('branch.otherwise')}
          checked={branch.otherwise === true}
          disabled={disabled}
          onChange={({ currentTarget }) => {
            const branches = chooseDefault(step.branches, index, currentTarget.checked)
            onChange({ ...step, branches })
          }}
        />
      )}
    </>
  )
}
