import { Group, List, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** What there is of one kind in the account: sessions, consents, keys. */
export function Entries({ children }: { readonly children: ReactNode }) {
  return (
    <List listStyleType="none" spacing="md">
      {children}
    </List>
  )
}

/**
 * One of them: what it is called, what is known of it, and what can be done to it.
 *
 * @param name Often not ours: shown as text, and broken where it has no spaces.
 */
export function Entry(props: {
  readonly name: string
  readonly facts: ReactNode
  readonly actions: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <List.Item>
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
            {props.name}
          </Text>
          <Text size="sm" c="var(--console-soft)" component="div">
            {props.facts}
          </Text>
        </div>
        <Group gap="xs" flex="none">
          {props.actions}
        </Group>
      </Group>
      {props.children}
    </List.Item>
  )
}
