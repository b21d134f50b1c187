import { Text, Timeline } from '@mantine/core'
import type { DayExplanation } from '@rollcall/contract'
import { exactMomentText } from '../../../../time/zoned-time.ts'
import { WhoDid } from '../who-did.tsx'
import { bookedText, reasonText } from '../words.ts'

/** The booking that stands, and everything that was done to the plan and booking of the day. */
export const BookingPart = ({ explained, zone }: { explained: DayExplanation; zone: string }) => {
  const { booking, actions, userId } = explained
  return (
    <>
      <Text size="sm" fw={500} mb="xs">
        {booking ? bookedText(booking) : 'Nothing is booked.'}
      </Text>
      {actions.length > 0 ? (
        <Timeline bulletSize={12} lineWidth={2} aria-label="What was done to plan and booking">
          {actions.map((action) => (
            <Timeline.Item key={`${action.actionId} ${action.action}`} pl="sm">
              <Text size="sm">{action.description}</Text>
              <Text size="xs" c="dimmed" component="div">
                {exactMomentText(action.timestamp, zone)}, by{' '}
                <WhoDid changedBy={action.changedBy} changedByUserId={action.changedByUserId} userId={userId} />
                {action.reason ? `: ${reasonText(action.reason)}` : ''}
              </Text>
            </Timeline.Item>
          ))}
        </Timeline>
      ) : (
        <Text size="sm" c="dimmed">
          Nothing was done to plan or booking of the day.
        </Text>
      )}
    </>
  )
}
