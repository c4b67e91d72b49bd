import type { CallStep, TreeMany } from '@countersign/contracts'
import { Checkbox, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../../text/i18n.ts'
import { CallFields } from '../rules/call-fields.tsx'

interface Props {
  readonly step: CallStep
  readonly onChange: (step: CallStep) => void
  readonly disabled: boolean
}

/** Which process is run, how often, with which values, and what a rejection of it means. */
export function CallForm({ step, onChange, disabled }: Props) {
  const { t } = useTranslation('designer')
  const { inheritVariables: _inherits, onReject: _onReject, in: _in, out: _out, ...said } = step
  const { many } = step
  return (
    <>
      <TextInput
        label={t('bpmn.calledElement')}
        description={t('bpmn.calledHint')}
        value={step.key}
        maxLength={100}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange({ ...step, key: currentTarget.value })}
      />
      <CallFields
        rules={step}
        onChange={(next) => onChange({ ...next, ...said })}
        disabled={disabled}
      />
      <HowOften key={step.id} step={step} onChange={onChange} disabled={disabled} />
      {many !== undefined && (
        <ManyFields
          many={many}
          onChange={(next) => onChange({ ...step, many: next })}
          disabled={disabled}
        />
      )}
    </>
  )
}

/** Of what was said before, what the way that is chosen now does not say. */
function otherWayOf(many: TreeMany, { each, as, times }: TreeMany): TreeMany {
  if (many.times === undefined) return times === undefined ? {} : { times }
  return { ...(each === undefined ? {} : { each }), ...(as === undefined ? {} : { as }) }
}

function HowOften({ step, onChange, disabled }: Props) {
  const { t } = useTranslation('designer')
  const { many, ...once } = step
  // What one of the ways says is there again when somebody comes back to it.
  const [left, setLeft] = useState<TreeMany>({})
  const choose = (value: string | null) => {
    const said = many === undefined ? left : { ...otherWayOf(many, left), ...many }
    setLeft(said)
    const { each = '', as, times = '2', ...both } = said
    if (value === 'once') onChange(once)
    else if (value === 'times') onChange({ ...step, many: { ...both, times } })
    else onChange({ ...step, many: { ...both, each, ...(as === undefined ? {} : { as }) } })
  }
  return (
    <Select
      label={t('steps.howOften')}
      data={(['once', 'each', 'times'] as const).map((value) => ({
        value,
        label: t(`steps.many.${value}`),
      }))}
      value={many === undefined ? 'once' : many.times === undefined ? 'each' : 'times'}
      allowDeselect={false}
      disabled={disabled}
      onChange={choose}
    />
  )
}

function ManyFields(props: {
  readonly many: TreeMany
  readonly onChange: (many: TreeMany) => void
  readonly disabled: boolean
}) {
  const { t } = useTranslation('designer')
  const { many, onChange, disabled } = props
  const isEach = many.times === undefined
  const names = isEach ? (['each', 'as', 'until'] as const) : (['times', 'until'] as const)
  return (
    <>
      {names.map((name) => (
        <TextInput
          key={name}
          label={t(`steps.manyField.${name}`)}
          description={t(`steps.manyHint.${name}`)}
          value={many[name] ?? ''}
          disabled={disabled}
          onChange={({ currentTarget: { value } }) => {
            const { [name]: _, ...rest } = many
            // A list or a number is needed; the others may be left unsaid.
            const isNeeded = name === 'each' || name === 'times'
            onChange(value === '' && !isNeeded ? rest : { ...rest, [name]: value })
          }}
        />
      ))}
      <Checkbox
        label={t('steps.sequential')}
        checked={many.sequential ?? false}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange({ ...many, sequential: currentTarget.checked })}
      />
    </>
  )
}
