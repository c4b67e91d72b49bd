import { ActionIcon, Chip, Group, SegmentedControl, Text } from '@mantine/core'
import { Icon } from '../../../shared/icon.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { effectOf, rights, withEffect, type AclEntry, type Effect } from './acl-entries.ts'

interface Props {
  readonly entry: AclEntry
  readonly name: string
  readonly onChange: (entry: AclEntry) => void
  readonly onRemove: () => void
}

/** Somebody, and what they may or may not do. */
export function EntryLine({ entry, name, onChange, onRemove }: Props) {
  const { t } = useTranslation('documents')
  const { effect, chosen } = effectOf(entry)
  return (
    <Group role="group" aria-label={name} justify="space-between">
      <Text fw={550} miw="10rem">
        {name}{' '}
        <Text span size="xs" c="dimmed">
          {t(`access.kind.${entry.principal.kind}`)}
        </Text>
      </Text>
      <Group gap="xs">
        <SegmentedControl<Effect>
          size="xs"
          aria-label={t('access.effect', { name })}
          data={[
            { value: 'allow', label: t('access.allow') },
            { value: 'deny', label: t('access.deny') },
          ]}
          value={effect}
          onChange={(next) => onChange(withEffect(entry, next, chosen))}
        />
        <RightChips
          chosen={chosen}
          onChange={(next) => onChange(withEffect(entry, effect, next))}
        />
        <ActionIcon variant="subtle" aria-label={t('access.remove', { name })} onClick={onRemove}>
          <Icon name="cross" size={16} />
        </ActionIcon>
      </Group>
    </Group>
  )
}

function RightChips(props: {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}) {
  const { t } = useTranslation('documents')
  return (
    <Chip.Group multiple value={[...props.chosen]} onChange={props.onChange}>
      {rights.map((right) => (
        <Chip key={right} value={right} size="xs">
          {t(`right.${right}`)}
        </Chip>
      ))}
    </Chip.Group>
  )
}
