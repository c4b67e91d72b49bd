import {
  branchFlowId,
  BRANCH_KINDS,
  type BranchStep,
  type TreeBranch,
} from '@countersign/contracts'
import { ActionIcon, Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core'
import { useContext } from 'react'
import { Icon } from '../../../shared/icon.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../designer.module.css'
import { ConditionField } from '../conditions/condition-field.tsx'
import { DrawnProcessContext } from '../drawn-process.ts'
import { addBranch, chooseDefault, withKind, withWhen } from './branches.ts'

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
        <Group key={index} align="flex-start" wrap="nowrap" gap="xs" className={classes.branchForm}>
          <Stack gap={6} flex={1} miw={0}>
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
  const { faults } = useContext(DrawnProcessContext)
  const replace = (next: TreeBranch) =>
    onChange({ ...step, branches: step.branches.with(index, next) })
  return (
    <>
      <TextInput
        label={t('branch.name', { number: index + 1 })}
        value={branch.name}
        disabled={disabled}
        onChange={({ currentTarget }) => replace({ ...branch, name: currentTarget.value })}
      />
      {isConditional && branch.otherwise !== true && (
        <ConditionField
          label={t('condition.of', { number: index + 1 })}
          value={branch.when}
          faults={faults.get(branchFlowId(step.id, index)) ?? []}
          disabled={disabled}
          onChange={(when) => replace(withWhen(branch, when))}
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
