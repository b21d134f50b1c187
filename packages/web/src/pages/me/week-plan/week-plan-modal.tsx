import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { QueryState } from '../../../components/query-state.tsx'
import { FormDialog } from '../../../components/unsaved.tsx'
import { ME } from '../shared/use-me.ts'
import { WeekPlanForm } from './week-plan-form.tsx'

/** The week as it usually is, to be changed. */
export const WeekPlanModal = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const weekPlan = useQuery({ ...apiQuery('getWeekPlan', { params: ME }), enabled: isOpen })
  return (
    <FormDialog
      opened={isOpen}
      onClose={onClose}
      title="Usual week"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close without a change' }}
    >
      <QueryState query={weekPlan} height={480}>
        {({ days }) => <WeekPlanForm days={days} onDone={onClose} />}
      </QueryState>
    </FormDialog>
  )
}
