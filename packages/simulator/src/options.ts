/** What a simulation is made of. Equal options give the same company and the same days, byte for byte. */
export interface SimulationOptions {
  seed: number
  /** People of the company, leavers included. */
  employees: number
  /** Also makes the mail domain; `Acme` by default. */
  companyName?: string
  /** First day that is going to be simulated, YYYY-MM-DD: leavers left before it. */
  startDay: string
  /** Share of the events that are delivered an hour to four days late; 0.025 by default. */
  late?: number
  /** Share of the events that are delivered twice; 0.014 by default. */
  duplicates?: number
  /** First day on which people announce time off themselves, which works for days ahead only; nobody does by default. */
  timeOffFrom?: string
}
