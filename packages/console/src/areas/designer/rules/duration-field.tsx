import { NumberInput, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../../text/i18n.ts'

const units = ['days', 'hours', 'minutes'] as const
type Unit = (typeof units)[number]
const writes: Readonly<Record<Unit, (count: number) => string>> = {
  days: (count) => `P${count}D`,
  hours: (count) => `PT${count}H`,
  minutes: (count) => `PT${count}M`,
}

/** A duration of one unit, as it is usually meant; undefined for others, which are shown as they are. */
function readDuration(text: string): { count: number; unit: Unit } | undefined {
  const [, days] = /^P(\d{1,5})D$/.exec(text) ?? []
  const [, hours] = /^PT(\d{1,5})H$/.exec(text) ?? []
  const [, minutes] = /^PT(\d{1,5})M$/.exec(text) ?? []
  if (days !== undefined) return { count: Number(days), unit: 'days' }
  if (hours !== undefined) return { count: Number(hours), unit: 'hours' }
  return minutes === undefined ? undefined : { count: Number(minutes), unit: 'minutes' }
}

/** How long something takes: a number of days, hours or minutes, or as ISO 8601 has it. */
export function DurationField(props: {
  /** Before the labels, where a form has several. */
  readonly of?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  readonly disabled: boolean
}) {
  const { t } = useTranslation('designer')
  const { of, value, onChange, disabled } = props
  // "P1D" on the way to "P1DT2H" is not done yet.
  const [isTyped, setTyped] = useState(false)
  const labelled = (label: string) => (of === undefined ? label : `${of}: ${label}`)
  const read = readDuration(value)
  if (read === undefined || isTyped) {
    return (
      <TextInput
        onFocus={() => setTyped(true)}
        onBlur={() => setTyped(false)}
        label={labelled(t('steps.howLong'))}
        description={t('steps.durationHint')}
        value={value}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  }
  return (
    <>
      <NumberInput
        label={labelled(t('steps.howLong'))}
        min={1}
        max={10_000}
        allowDecimal={false}
        value={read.count}
        disabled={disabled}
        onChange={(count) =>
          typeof count === 'number' && onChange(writes[read.unit](Math.max(1, count)))
        }
      />
      <Select
        label={labelled(t('steps.unit'))}
        data={units.map((unit) => ({ value: unit, label: t(`steps.units.${unit}`) }))}
        value={read.unit}
        allowDeselect={false}
        disabled={disabled}
        onChange={(unit) =>
          onChange(writes[units.find((one) => one === unit) ?? 'days'](read.count))
        }
      />
    </>
  )
}
