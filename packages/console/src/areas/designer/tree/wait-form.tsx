import type { WaitStep } from '@countersign/contracts'
import { NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../../text/i18n.ts'

interface Props {
  readonly step: WaitStep
  readonly onChange: (step: WaitStep) => void
  readonly disabled: boolean
}

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

/** A time that passes, a moment, or a message of the business application. */
export function WaitForm({ step, onChange, disabled }: Props) {
  const { t } = useTranslation('designer')
  const { in: _in, at, calendar: _calendar, message, ...rest } = step
  const kind = message !== undefined ? 'message' : at !== undefined ? 'at' : 'in'
  const kinds = ['in', 'at', 'message'] as const
  return (
    <>
      <SegmentedControl
        aria-label={t('steps.waitFor')}
        data={kinds.map((value) => ({ value, label: t(`steps.wait.${value}`) }))}
        value={kind}
        disabled={disabled}
        onChange={(next) => {
          if (next === 'message') onChange({ ...rest, message: '' })
          else onChange(next === 'at' ? { ...rest, at: '' } : { ...rest, in: 'P1D' })
        }}
      />
      {kind === 'in' && <WaitTime step={step} onChange={onChange} disabled={disabled} />}
      {kind === 'at' && (
        <TextInput
          label={t('steps.at')}
          description={t('steps.atHint')}
          value={at ?? ''}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange({ ...rest, at: currentTarget.value })}
        />
      )}
      {kind === 'message' && (
        <TextInput
          label={t('steps.message')}
          description={t('steps.messageHint')}
          value={message ?? ''}
          maxLength={150}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange({ ...rest, message: currentTarget.value })}
        />
      )}
    </>
  )
}

const calendars = ['continuous', 'working'] as const

function WaitTime({ step, onChange, disabled }: Props) {
  const { t } = useTranslation('designer')
  return (
    <>
      <Duration
        value={step.in ?? ''}
        onChange={(next) => onChange({ ...step, in: next })}
        disabled={disabled}
      />
      <Select
        label={t('steps.calendar')}
        data={calendars.map((value) => ({ value, label: t(`steps.calendars.${value}`) }))}
        value={step.calendar ?? 'continuous'}
        allowDeselect={false}
        disabled={disabled}
        onChange={(value) =>
          onChange({ ...step, calendar: value === 'working' ? 'working' : 'continuous' })
        }
      />
    </>
  )
}

function Duration(props: {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly disabled: boolean
}) {
  const { t } = useTranslation('designer')
  const { value, onChange, disabled } = props
  // "P1D" on the way to "P1DT2H" is not done yet.
  const [isTyped, setTyped] = useState(false)
  const read = readDuration(value)
  if (read === undefined || isTyped) {
    return (
      <TextInput
        onFocus={() => setTyped(true)}
        onBlur={() => setTyped(false)}
        label={t('steps.howLong')}
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
        label={t('steps.howLong')}
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
        label={t('steps.unit')}
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
