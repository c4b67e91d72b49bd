import { Kbd, Modal, Stack, Table, Title } from '@mantine/core'
import { Fragment } from 'react'
import type { Shortcut } from '../../shortcuts/keys.ts'
import { useShortcutGroups } from '../../shortcuts/use-shortcuts.ts'
import { useTranslation } from '../../text/i18n.ts'
import classes from './shell.module.css'

/** What the keys do now, on this page and everywhere. */
export function ShortcutHelp(props: { readonly opened: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('common')
  const groups = useShortcutGroups()
  const here = groups.filter((group) => group.here).flatMap(({ shortcuts }) => shortcuts)
  const everywhere = groups.filter((group) => !group.here).flatMap(({ shortcuts }) => shortcuts)
  return (
    <Modal
      {...props}
      title={t('shortcuts.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack>
        {here.length > 0 && <Keys title={t('shortcuts.here')} shortcuts={here} />}
        <Keys title={t('shortcuts.everywhere')} shortcuts={everywhere} />
      </Stack>
    </Modal>
  )
}

function Keys(props: { readonly title: string; readonly shortcuts: readonly Shortcut[] }) {
  const { t } = useTranslation('common')
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {props.title}
      </Title>
      <Table>
        <Table.Tbody>
          {props.shortcuts.map(({ keys, label }) => (
            <Table.Tr key={keys}>
              <Table.Td>{label}</Table.Td>
              <Table.Td ta="end" className={classes.kbd ?? ''}>
                {keys.split(' ').map((key, index) => (
                  <Fragment key={key}>
                    {index > 0 && ` ${t('shortcuts.then')} `}
                    <Kbd>{key}</Kbd>
                  </Fragment>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
