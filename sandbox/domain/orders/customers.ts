import type { AddressPart } from './order.js';

/** The people who order; each order takes one of them, with the country of the order. */
export const CUSTOMERS: readonly Omit<Record<AddressPart, string>, 'country_code'>[] = [
  {
    recipient_first_name: 'Anna',
    recipient_last_name: 'Müller',
    street: 'Lindenallee 12',
    zip_code: '20095',
    city: 'Hamburg',
  },
  {
    recipient_first_name: 'Léa',
    recipient_last_name: "D'Amboise",
    street: '3 bis, rue de la Paix',
    zip_code: '75002',
    city: 'Paris',
  },
  {
    recipient_first_name: 'Zoë',
    recipient_last_name: 'van den Berg',
    street: 'Prinsengracht 263',
    zip_code: '1016 GV',
    city: 'Amsterdam',
  },
  {
    recipient_first_name: 'Łukasz',
    recipient_last_name: 'Żółtowski',
    street: 'ul. Świętokrzyska 7/4',
    zip_code: '00-050',
    city: 'Warszawa',
  },
  {
    recipient_first_name: 'Jiří',
    recipient_last_name: 'Dvořák',
    street: 'Náměstí Míru 5',
    zip_code: '120 00',
    city: 'Praha',
  },
  {
    recipient_first_name: 'Ελένη',
    recipient_last_name: 'Παπαδοπούλου',
    street: 'Ερμού 15',
    zip_code: '105 63',
    city: 'Αθήνα',
  },
  {
    recipient_first_name: 'José',
    recipient_last_name: 'Núñez, Jr.',
    street: 'Calle "Mayor" 1',
    zip_code: '28013',
    city: 'Madrid',
  },
  {
    recipient_first_name: 'Åsa',
    recipient_last_name: 'Öberg',
    street: 'Storgatan 8',
    zip_code: '111 23',
    city: 'Stockholm',
  },
];
