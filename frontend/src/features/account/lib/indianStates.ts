/** States and union territories by GST state code. Mirrors apps/core/indian_states.py. */
const BY_CODE: Readonly<Record<string, string>> = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
};

export const stateCodes: readonly string[] = Object.keys(BY_CODE);

/** The state of a GSTIN; undefined for other territory. */
export const stateOfGstin = (gstin: string): string | undefined => BY_CODE[gstin.slice(0, 2)];

/** The state's name as it is listed, whatever its case; an empty string if it is none. */
export const stateNamed = (text: string): string =>
  stateNames.find((name) => name.toLowerCase() === text.trim().toLowerCase()) ?? '';

/** In alphabetical order. */
export const stateNames: readonly string[] = Object.values(BY_CODE).sort();
