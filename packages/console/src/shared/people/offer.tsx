import { Group, Text } from '@mantine/core'
import { Icon, type IconName } from '../icon.tsx'

/** Somebody, or something, among those offered. Two may have one name. */
export function Offer(props: {
  readonly name: string
  readonly detail?: string | undefined
  readonly icon?: IconName
}) {
  return (
    <Group gap="xs" wrap="nowrap">
      {props.icon !== undefined && <Icon name={props.icon} size={16} />}
      <Text size="sm">{props.name}</Text>
      <Text size="xs" c="dimmed">
        {props.detail}
      </Text>
    </Group>
  )
}
