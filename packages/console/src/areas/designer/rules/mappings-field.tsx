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
        {value.map((one, index) => (
          <Mapping
            // Known by their place alone.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            title={title}
            number={index + 1}
            value={one}
            onChange={(next) => onChange(value.with(index, next))}
            onRemove={() => onChange(value.toSpliced(index, 1))}
            disabled={disabled}
          />
        ))}
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

function Mapping(props: {
  readonly title: string
  readonly number: number
  readonly value: TreeMapping
  readonly onChange: (value: TreeMapping) => void
  readonly onRemove: () => void
  readonly disabled: boolean
}) {
  const { t } = useTranslation('designer')
  const { title, number, value, onChange, onRemove, disabled } = props
  return (
    <Group align="flex-end" wrap="nowrap" gap="xs">
      <TextInput
        label={`${title}: ${t('mappings.source', { number })}`}
        description={t('mappings.hint')}
        styles={{ input: { fontFamily: 'monospace' } }}
        flex={1}
        value={value.source}
        maxLength={2000}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange({ ...value, source: currentTarget.value })}
      />
      <TextInput
        label={`${title}: ${t('mappings.target', { number })}`}
        flex={1}
        value={value.target}
        maxLength={64}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange({ ...value, target: currentTarget.value })}
      />
      <ActionIcon
        variant="subtle"
        mb={4}
        disabled={disabled}
        aria-label={`${title}: ${t('mappings.remove', { number })}`}
        onClick={onRemove}
      >
        <Icon name="cross" size={16} />
      </ActionIcon>
    </Group>
  )
}
