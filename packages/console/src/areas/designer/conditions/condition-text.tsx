import { Text } from '@mantine/core'
import { useContext } from 'react'
import { useNames } from '../../../shared/people/people.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { DrawnProcessContext } from '../drawn-process.ts'
import { conditionWords, peopleIn } from './condition-words.ts'
import { readCondition } from './read-condition.ts'

/** The condition of a branch in the drawing: in words where there are some, else as it is written. */
export function ConditionText({ text }: { readonly text: string | undefined }) {
  const { t } = useTranslation('designer')
  const { fields } = useContext(DrawnProcessContext)
  const reading = readCondition(text, fields)
  const nameOf = useNames(reading.kind === 'form' ? peopleIn(reading.condition, fields) : [])
  if (reading.kind === 'empty') {
    return (
      <Text size="xs" c="var(--console-bad)" ta="center">
        {t('condition.none')}
      </Text>
    )
  }
  const isForm = reading.kind === 'form'
  return (
    <Text
      size="xs"
      c="dimmed"
      ta="center"
      maw="16rem"
      mx="auto"
      lineClamp={3}
      {...(isForm ? {} : { ff: 'monospace' })}
    >
      {isForm ? conditionWords(reading.condition, fields, { t, nameOf }) : text}
    </Text>
  )
}
