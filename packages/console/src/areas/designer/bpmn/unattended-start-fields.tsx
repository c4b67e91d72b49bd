import { Checkbox, Text, TextInput } from '@mantine/core'
import { useContext } from 'react'
import { useTranslation } from '../../../text/i18n.ts'
import { DrawnProcessContext } from '../drawn-process.ts'
import { Choice } from '../rules/choice.tsx'
import { MISSED, type UnattendedStart } from './unattended-start.ts'

interface Props {
  readonly by: 'time' | 'signal'
  readonly start: UnattendedStart
  readonly disabled: boolean
  readonly onChange: (start: UnattendedStart) => void
}

const mono = { input: { fontFamily: 'monospace' } }

/** Who starts what when it is time, or a signal is thrown: nobody is there to say it then. */
export function UnattendedStartFields({ by, start, disabled, onChange }: Props) {
  const { t } = useTranslation('designer')
  const text = (member: 'initiator' | 'bizId' | 'title') => (
    <TextInput
      label={t(`start.${member}`)}
      description={t(`start.hint.${by}.${member}`)}
      styles={member === 'initiator' ? {} : mono}
      value={start[member] ?? ''}
      disabled={disabled}
      onChange={({ currentTarget: { value } }) => onChange({ ...start, [member]: value })}
    />
  )
  return (
    <>
      {by === 'time' && (
        <Checkbox
          label={t('start.working')}
          checked={start.working}
          disabled={disabled}
          onChange={({ currentTarget: { checked } }) => onChange({ ...start, working: checked })}
        />
      )}
      {text('initiator')}
      {text('bizId')}
      {text('title')}
      <Values by={by} start={start} disabled={disabled} onChange={onChange} />
      {by === 'time' && (
        <Choice
          label={t('start.missed')}
          values={MISSED}
          name={(value) => t(`start.${value}`)}
          value={start.missed}
          disabled={disabled}
          onChange={(missed) => {
            const { missed: _, ...rest } = start
            onChange(missed === undefined ? rest : { ...rest, missed })
          }}
        />
      )}
    </>
  )
}

/** One for each value that the business type declares, and for what is said of others. */
function Values({ by, start, disabled, onChange }: Props) {
  const { t } = useTranslation('designer')
  const { fields } = useContext(DrawnProcessContext)
  const labels = new Map(fields.map(({ name, label }) => [name, label]))
  const names = [...new Set([...labels.keys(), ...Object.keys(start.values)])]
  return (
    <>
      {names.length > 0 && (
        <Text size="xs" c="dimmed">
          {t(`start.hint.${by}.values`)}
        </Text>
      )}
      {names.map((name) => (
        <TextInput
          key={name}
          label={t('start.value', { name: labels.get(name) ?? name })}
          styles={mono}
          value={start.values[name] ?? ''}
          disabled={disabled}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...start, values: { ...start.values, [name]: value } })
          }
        />
      ))}
    </>
  )
}
