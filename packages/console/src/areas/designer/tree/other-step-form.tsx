import {
  STEP_RESULTS,
  type ApprovalTree,
  type EndStep,
  type JumpStep,
  type TreeStep,
} from '@countersign/contracts'
import { Checkbox, Select, TextInput } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'
import { TableSelect } from '../decision-tables/table-select.tsx'
import { AutoFields } from '../rules/auto-fields.tsx'
import { Choice } from '../rules/choice.tsx'
import { CallForm } from './call-form.tsx'
import { reachableFrom } from './nesting.ts'
import { titleOf } from './step-title.ts'
import { WaitForm } from './wait-form.tsx'

interface Props<S extends TreeStep = TreeStep> {
  readonly tree: ApprovalTree
  readonly step: S
  readonly onChange: (step: TreeStep) => void
  readonly disabled: boolean
}

/** What the steps say that neither ask people nor part ways. */
export function OtherStepForm(props: Props) {
  const { t } = useTranslation('designer')
  const { tree, step, onChange, disabled } = props
  switch (step.type) {
    case 'wait':
      return <WaitForm step={step} onChange={onChange} disabled={disabled} />
    case 'auto':
      return (
        <AutoFields
          auto={step}
          onChange={(auto) => onChange({ ...step, ...auto })}
          disabled={disabled}
        />
      )
    case 'call':
      return <CallForm step={step} onChange={onChange} disabled={disabled} />
    case 'callback':
      return (
        <TextInput
          label={t('steps.request')}
          description={t('steps.requestHint')}
          value={step.request}
          maxLength={150}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange({ ...step, request: currentTarget.value })}
        />
      )
    case 'decision':
      return (
        <TableSelect
          label={t('steps.table')}
          hint={t('steps.tableHint')}
          value={step.table}
          onChange={(table) => onChange({ ...step, table })}
          disabled={disabled}
        />
      )
    case 'jump':
      return <JumpForm tree={tree} step={step} onChange={onChange} disabled={disabled} />
    case 'end':
      return <EndForm tree={tree} step={step} onChange={onChange} disabled={disabled} />
    case 'approve':
    case 'branch':
    case 'cc':
    case 'sub':
      return null
  }
}

function JumpForm({ tree, step, onChange, disabled }: Props<JumpStep>) {
  const { t } = useTranslation('designer')
  const targets = reachableFrom(tree.steps, step.id).filter(
    ({ id, type }) => id !== step.id && type !== 'jump',
  )
  return (
    <Select
      label={t('steps.jumpTo')}
      description={t('steps.jumpHint')}
      data={targets.map((one) => ({ value: one.id, label: titleOf(one, t) }))}
      value={step.to === '' ? null : step.to}
      disabled={disabled}
      onChange={(to) => onChange({ ...step, to: to ?? '' })}
    />
  )
}

function EndForm({ step, onChange, disabled }: Props<EndStep>) {
  const { t } = useTranslation('designer')
  return (
    <>
      <Choice
        label={t('steps.result')}
        values={STEP_RESULTS}
        name={(value) => t(`steps.${value}`)}
        value={step.result}
        onChange={(result) => {
          const { result: _, ...rest } = step
          onChange(result === undefined ? rest : { ...rest, result })
        }}
        disabled={disabled}
      />
      <Checkbox
        label={t('steps.endsAll')}
        checked={step.all ?? false}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange({ ...step, all: currentTarget.checked })}
      />
    </>
  )
}
