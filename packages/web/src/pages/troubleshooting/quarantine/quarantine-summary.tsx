import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Paper, Text } from '@mantine/core'
import { TextLink } from '../../../components/links.tsx'
import type { Refused } from './quarantine-query.ts'
import { KINDS, reasonOf } from './quarantine-words.ts'

/** Maximum number of groups in the summary; the list has all events. */
const SHOWN = 8

const restText = (events: number, groups: number): string =>
  t`and ${plural(events, { one: '# more event', other: '# more events' })} in ${plural(groups, { one: '# group', other: '# groups' })}`

/** The number of waiting events by kind, reason and source, each with a link to its events. */
export const QuarantineSummary = ({ events, isCut }: { events: readonly Refused[]; isCut: boolean }) => {
  const all = [...Map.groupBy(events, ({ kind, resultCode, sourceId }) => `${kind} ${resultCode} ${sourceId}`).values()].toSorted(
    (a, b) => b.length - a.length,
  )
  const [groups, rest] = [all.slice(0, SHOWN), all.slice(SHOWN)]
  const count = events.length
  const restEvents = rest.reduce((sum, group) => sum + group.length, 0)
  return (
    <Paper component="section" withBorder p="sm" aria-label={t`By kind, reason and source`}>
      <Text size="sm" fw={600} mb={4}>
        {isCut ? t`By kind, reason and source, of the newest ${count}` : t`By kind, reason and source`}
      </Text>
      <Group component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {groups.map((group) => {
          const { kind, resultCode, sourceId } = group[0] as Refused
          const [ofGroup, kindName, { short }] = [group.length, KINDS[kind], reasonOf(resultCode)]
          return (
            <Text component="li" size="sm" key={`${kind} ${resultCode} ${sourceId}`}>
              <Trans>
                <TextLink
                  to="/quarantine"
                  search={{ kind, code: String(resultCode) as '1' | '2' | '3', source: sourceId }}
                  underline="always"
                >
                  {kindName}, {short}, {sourceId}
                </TextLink>
                : {ofGroup}
              </Trans>
            </Text>
          )
        })}
        {rest.length > 0 ? (
          <Text component="li" size="sm" c="dimmed">
            {restText(restEvents, rest.length)}
          </Text>
        ) : null}
      </Group>
    </Paper>
  )
}
