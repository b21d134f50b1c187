/** What a simulation is made of. Equal options give the same company and the same days, byte for byte. */
export interface SimulationOptions {
  seed: number
  /** People of the company, leavers included. */
  employees: number
  /** Also makes the mail domain; `Acme` by default. */
  companyName?: string
  /** First day that is going to be simulated, YYYY-MM-DD: leavers left before it. */
  startDay: string
}
