import type { WaitStep } from '@countersign/contracts'
import { SegmentedControl, Select, TextInput } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'
import { DurationField } from '../rules/duration-field.tsx'

interface Props {
  readonly step: WaitStep
  readonly onChange: (step: WaitStep) => void
  readonly disabled: boolean
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
      <DurationField
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
