import { Button, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'

/** What is done less often, behind three dots at the end of a row of buttons; it opens within the landmark. */
export function MoreMenu(props: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Menu position="bottom-end" portalProps={{ target: 'main' }}>
      <Menu.Target>
        <Button variant="default" aria-label={props.label}>
          <Icon name="more" />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{props.children}</Menu.Dropdown>
    </Menu>
  )
}
