import { Table, Text } from '@mantine/core'
import type { BizType } from '../../shared/biz-types.ts'
import { Moment } from '../../shared/time-text.tsx'
import { useTranslation } from '../../text/i18n.ts'
import classes from './applications.module.css'

/** What an application has said about one of its kinds of object. */
export function BusinessType({ type }: { readonly type: BizType }) {
  const { t } = useTranslation('applications')
  return (
    <>
      <dl className={classes.facts}>
        <dt>{t('types.initiate')}</dt>
        <dd>
          <code>{type.initiatePermission}</code>
        </dd>
        <dt>{t('types.start')}</dt>
        <dd>{t(`types.startBy.${type.start}`)}</dd>
        <dt>{t('types.detail')}</dt>
        <dd>
          <code>{type.detailPath}</code>
        </dd>
        <dt>{t('types.changed')}</dt>
        <dd>
          <Moment time={type.updatedAt} />
        </dd>
      </dl>
      <Text fw={600} mt="md">
        {t('types.variables')}
      </Text>
      {type.variables.length === 0 ? (
        <Text size="sm" c="var(--console-soft)">
          {t('types.noVariables')}
        </Text>
      ) : (
        <div className={classes.variables}>
          <Variables type={type} />
        </div>
      )}
    </>
  )
}

function Variables({ type }: { readonly type: BizType }) {
  const { t } = useTranslation('applications')
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('types.name')}</Table.Th>
          <Table.Th>{t('types.label')}</Table.Th>
          <Table.Th>{t('types.type')}</Table.Th>
          <Table.Th>{t('types.required')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {type.variables.map((variable) => (
          <Table.Tr key={variable.name}>
            <Table.Th scope="row">
              <code>{variable.name}</code>
            </Table.Th>
            <Table.Td>{variable.label ?? ''}</Table.Td>
            <Table.Td>{t(`types.kind.${variable.type}`)}</Table.Td>
            <Table.Td>{t(variable.required === true ? 'types.yes' : 'types.no')}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
