import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Panel } from '../../shared/page/page.tsx'

/** One matter of the account, on a sheet of its own. */
export function Section(props: {
  readonly title: string
  readonly lead?: string
  readonly actions?: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <Panel label={props.title}>
      <Group justify="space-between" align="flex-start" mb="md">
        <div>
          <Title order={2} size="h4">
            {props.title}
          </Title>
          {props.lead !== undefined && (
            <Text size="sm" c="var(--console-soft)">
              {props.lead}
            </Text>
          )}
        </div>
        {props.actions}
      </Group>
      {props.children}
    </Panel>
  )
}
