import type { TreeMapping } from '@countersign/contracts'
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { Icon } from '../../../shared/icon.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../designer.module.css'

interface Props {
  /** Into the process that is called, or out of it. */
  readonly way: 'in' | 'out'
  readonly value: readonly TreeMapping[]
  readonly onChange: (value: readonly TreeMapping[]) => void
  readonly disabled: boolean
}

const words = { in: 'mappings.addIn', out: 'mappings.addOut' } as const

/** Values that go from one process to the other: an expression, and the name it has there. */
export function MappingsField({ way, value, onChange, disabled }: Props) {
  const { t } = useTranslation('designer')
  const title = t(`mappings.${way}`)
  return (
    <fieldset disabled={disabled} className={classes.group}>
      <Text component="legend" size="sm" fw={600} mb={4}>
        {title}
      </Text>
      <Stack gap="sm">
        {value.map((one, index) => {
          const number = index + 1
          const change = (part: Partial<TreeMapping>) =>
            onChange(value.with(index, { ...one, ...part }))
          return (
            // Known by their place alone.
            // oxlint-disable-next-line react/no-array-index-key
            <Group key={index} align="flex-end" wrap="nowrap" gap="xs">
              <TextInput
                label={`${title}: ${t('mappings.source', { number })}`}
                description={t('mappings.hint')}
                styles={{ input: { fontFamily: 'monospace' } }}
                flex={1}
                value={one.source}
                maxLength={2000}
                disabled={disabled}
                onChange={({ currentTarget }) => change({ source: currentTarget.value })}
              />
              <TextInput
                label={`${title}: ${t('mappings.target', { number })}`}
                flex={1}
                value={one.target}
                maxLength={64}
                disabled={disabled}
                onChange={({ currentTarget }) => change({ target: currentTarget.value })}
              />
              <ActionIcon
                variant="subtle"
                mb={4}
                disabled={disabled}
                aria-label={`${title}: ${t('mappings.remove', { number })}`}
                onClick={() => onChange(value.toSpliced(index, 1))}
              >
                <Icon name="cross" size={16} />
              </ActionIcon>
            </Group>
          )
        })}
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          disabled={disabled}
          onClick={() => onChange([...value, { source: '', target: '' }])}
        >
          {t(words[way])}
        </Button>
      </Stack>
    </fieldset>
  )
}
