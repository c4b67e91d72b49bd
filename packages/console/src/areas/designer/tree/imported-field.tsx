import type { TreeImported } from '@countersign/contracts'
import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'

/** What another tool said of a step and is not done here: the step is published once it is removed. */
export function ImportedField(props: {
  readonly notes: readonly TreeImported[]
  readonly onChange: (notes: readonly TreeImported[]) => void
  readonly disabled: boolean
}) {
  const { t } = useTranslation('designer')
  const { notes, onChange, disabled } = props
  const refused = notes.filter(({ outcome }) => outcome === 'refused')
  if (refused.length === 0) return null
  return (
    <Stack gap="xs" role="group" aria-label={t('imported.refused')}>
      <Text size="sm" fw={600}>
        {t('imported.refused')}
      </Text>
      {refused.map((note) => (
        <Button
          key={note.name}
          variant="default"
          size="xs"
          justify="start"
          disabled={disabled}
          onClick={() => onChange(notes.filter((one) => one !== note))}
        >
          {t('imported.remove', { what: [note.name, note.value].filter(Boolean).join(': ') })}
        </Button>
      ))}
    </Stack>
  )
}
