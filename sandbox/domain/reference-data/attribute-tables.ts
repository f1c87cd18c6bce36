/** An attribute that only some categories have; `many` when a product may carry several of its choices. */
export interface AttributeRow {
  title: string;
  choices: readonly string[];
  many?: true;
}

/** The attributes that every category has. */
export const GENERAL_ATTRIBUTES = ['season', 'sustainability'] as const satisfies readonly AttributeKey[];

/** The attributes beyond color, size, brand and material; the key is the name of the group. */
export const ATTRIBUTE_TABLES = {
  season: { title: 'Season', choices: ['Spring', 'Summer', 'Autumn', 'Winter', 'All year'], many: true },
  sustainability: {
    title: 'Sustainability',
    choices: ['Organic', 'Recycled', 'Animal-free', 'Fair wages', 'Low water', 'Repairable', 'Not specified'],
    many: true,
  },
  age: {
    title: 'Age',
    choices: ['From birth', 'From 6 months', 'From 1 year', 'From 3 years', 'From 6 years'],
  },
  bag_closure: {
    title: 'Closure',
    choices: ['Zip', 'Magnet', 'Press stud', 'Drawstring', 'Flap', 'Buckle', 'Open'],
  },
  bag_format: { title: 'Format', choices: ['Mini', 'Small', 'Medium', 'Large', 'Fits A4', 'Fits a laptop'] },
  belt_width: { title: 'Width', choices: ['Narrow', 'Medium', 'Wide'] },
  bra_padding: { title: 'Padding', choices: ['None', 'Lightly padded', 'Padded', 'Removable'] },
  buckle: { title: 'Buckle', choices: ['Pin', 'Plate', 'Automatic', 'Ring', 'None'] },
  capacity: {
    title: 'Capacity',
    choices: ['Up to 10 l', '10 to 20 l', '20 to 30 l', '30 to 50 l', 'Over 50 l'],
  },
  chain_type: { title: 'Chain', choices: ['Anchor', 'Curb', 'Figaro', 'Snake', 'Box', 'Cord', 'Beads'] },
  collar: {
    title: 'Collar',
    choices: ['Kent', 'Shark', 'Button-down', 'Stand-up', 'Lapel', 'Shawl', 'Without collar'],
  },
  compartments: {
    title: 'Compartments',
    choices: ['Main', 'Phone', 'Laptop', 'Bottle', 'Cards', 'Coins', 'Inner zip', 'Outer pocket'],
    many: true,
  },
  cuff: { title: 'Cuff', choices: ['Buttoned', 'Double', 'Elastic', 'Open', 'None'] },
  denier: { title: 'Denier', choices: ['Up to 15', '20', '40', '60', '80 and more'] },
  dial_shape: { title: 'Dial', choices: ['Round', 'Square', 'Rectangular', 'Oval', 'Tonneau'] },
  dress_length: {
    title: 'Dress length',
    choices: ['Mini', 'Knee-length', 'Midi', 'Ankle-length', 'Maxi', 'With train'],
  },
  fastening: {
    title: 'Fastening',
    choices: ['Buttons', 'Zip', 'Press studs', 'Hooks', 'Laces', 'Tie belt', 'Slip-on'],
  },
  finish: { title: 'Finish', choices: ['Matt', 'Satin', 'Glossy', 'Glitter', 'Natural', 'Lacquered'] },
  fit: { title: 'Fit', choices: ['Slim', 'Regular', 'Relaxed', 'Oversized', 'Tailored', 'Cropped'] },
  frame_shape: {
    title: 'Frame',
    choices: ['Round', 'Square', 'Cat-eye', 'Pilot', 'Oval', 'Butterfly', 'Shield'],
  },
  free_from: {
    title: 'Free from',
    choices: ['Alcohol', 'Perfume', 'Silicone', 'Parabens', 'Oil', 'Colorants'],
    many: true,
  },
  gemstone: {
    title: 'Gemstone',
    choices: [
      'None',
      'Diamond',
      'Sapphire',
      'Ruby',
      'Emerald',
      'Topaz',
      'Amethyst',
      'Pearl',
      'Zirconia',
      'Opal',
    ],
    many: true,
  },
  gift_wrapping: { title: 'Gift wrapping', choices: ['None', 'Box', 'Paper', 'Digital'] },
  hair_type: {
    title: 'Hair type',
    choices: ['Normal', 'Dry', 'Oily', 'Curly', 'Colored', 'Fine'],
    many: true,
  },
  hat_shape: {
    title: 'Shape',
    choices: ['Beanie', 'Cap', 'Bucket', 'Beret', 'Fedora', 'Sun hat', 'Headband'],
  },
  heel_height: {
    title: 'Heel height',
    choices: [
      'Flat (0 to 1 cm)',
      'Low (1 to 3 cm)',
      'Medium (3 to 6 cm)',
      'High (6 to 9 cm)',
      'Very high (over 9 cm)',
    ],
  },
  heel_shape: {
    title: 'Heel shape',
    choices: ['Block', 'Stiletto', 'Kitten', 'Wedge', 'Flared', 'Sculpted'],
  },
  hood: { title: 'Hood', choices: ['None', 'Fixed', 'Detachable', 'Foldaway'] },
  jewellery_clasp: {
    title: 'Clasp',
    choices: ['Lobster', 'Spring ring', 'Box', 'Butterfly back', 'Lever', 'Magnet'],
  },
  knit: { title: 'Knit', choices: ['Fine', 'Chunky', 'Cable', 'Ribbed', 'Jacquard', 'Bouclé'] },
  lamp_socket: { title: 'Socket', choices: ['E14', 'E27', 'GU10', 'G9', 'Built-in LED'] },
  lapel: { title: 'Lapel', choices: ['Notch', 'Peak', 'Shawl', 'None'] },
  leather_finish: {
    title: 'Leather finish',
    choices: ['Smooth', 'Grained', 'Suede', 'Embossed', 'Quilted', 'Vegan'],
  },
  leg_shape: {
    title: 'Leg',
    choices: ['Skinny', 'Slim', 'Straight', 'Tapered', 'Wide', 'Bootcut', 'Barrel'],
  },
  lens: {
    title: 'Lens',
    choices: ['Category 1', 'Category 2', 'Category 3', 'Category 4', 'Polarised', 'Mirrored'],
    many: true,
  },
  light_control: { title: 'Light control', choices: ['Sheer', 'Dimming', 'Blackout', 'Thermal'] },
  neckline: {
    title: 'Neckline',
    choices: [
      'Round',
      'V-neck',
      'Boat',
      'Square',
      'Turtleneck',
      'Off-shoulder',
      'Halter',
      'Sweetheart',
      'Décolleté',
    ],
  },
  occasion: {
    title: 'Occasion',
    choices: [
      'Everyday',
      'Business',
      'Party',
      'Wedding',
      'Festival',
      'Holiday',
      'Black tie',
      'Folk festival',
    ],
    many: true,
  },
  pack_size: {
    title: 'Pieces',
    choices: ['Single', 'Pack of 2', 'Pack of 3', 'Pack of 5', 'Pack of 7', 'Set'],
  },
  pattern: {
    title: 'Pattern',
    choices: [
      'Plain',
      'Striped',
      'Checked',
      'Dotted',
      'Floral',
      'Animal',
      'Paisley',
      'Tie-dye',
      'Logo',
      'Color block',
    ],
    many: true,
  },
  pile: { title: 'Pile', choices: ['Flat weave', 'Short', 'Medium', 'High'] },
  plating: { title: 'Plating', choices: ['None', 'Gold-plated', 'Rosé-plated', 'Rhodium-plated', 'Vermeil'] },
  pockets: {
    title: 'Pockets',
    choices: ['Patch', 'Slit', 'Welt', 'Cargo', 'Inner', 'Back', 'None'],
    many: true,
  },
  room: {
    title: 'Room',
    choices: ['Bedroom', 'Living room', 'Bathroom', 'Kitchen', 'Nursery', 'Hall', 'Balcony'],
    many: true,
  },
  rug_shape: { title: 'Shape', choices: ['Rectangular', 'Round', 'Oval', 'Runner', 'Irregular'] },
  scarf_shape: { title: 'Shape', choices: ['Long', 'Triangular', 'Square', 'Loop', 'Stole'] },
  scent_family: {
    title: 'Scent',
    choices: ['Floral', 'Citrus', 'Woody', 'Oriental', 'Fresh', 'Gourmand', 'Fougère'],
    many: true,
  },
  scent_strength: { title: 'Intensity', choices: ['Light', 'Moderate', 'Intense'] },
  shaft_height: { title: 'Shaft height', choices: ['Ankle', 'Calf', 'Knee', 'Over the knee'] },
  shoe_fastening: {
    title: 'Shoe fastening',
    choices: ['Laces', 'Zip', 'Strap', 'Buckle', 'Elastic', 'Slip-on', 'Touch'],
  },
  shoe_width: { title: 'Shoe width', choices: ['Narrow (F)', 'Normal (G)', 'Wide (H)', 'Extra wide (K)'] },
  skin_area: { title: 'Area', choices: ['Face', 'Eyes', 'Lips', 'Hands', 'Feet', 'Body'], many: true },
  skin_type: {
    title: 'Skin type',
    choices: ['Normal', 'Dry', 'Oily', 'Combination', 'Sensitive', 'Mature'],
    many: true,
  },
  skirt_shape: {
    title: 'Shape',
    choices: ['A-line', 'Pencil', 'Pleated', 'Wrap', 'Flared', 'Tulip', 'Tiered'],
  },
  sleeve_length: {
    title: 'Sleeve',
    choices: ['Sleeveless', 'Cap', 'Short', 'Elbow', 'Three-quarter', 'Long'],
  },
  sock_length: { title: 'Length', choices: ['No-show', 'Ankle', 'Crew', 'Knee'] },
  sole: {
    title: 'Sole',
    choices: ['Profiled', 'Smooth', 'Platform', 'Non-slip', 'Shock-absorbing', 'Removable insole'],
    many: true,
  },
  sport: {
    title: 'Sport',
    choices: [
      'Running',
      'Training',
      'Yoga',
      'Football',
      'Tennis',
      'Hiking',
      'Cycling',
      'Skiing',
      'Swimming',
      'Dance',
    ],
    many: true,
  },
  strap: {
    title: 'Straps',
    choices: ['Adjustable', 'Detachable', 'Convertible', 'Chain', 'None'],
    many: true,
  },
  sun_protection: {
    title: 'Sun protection',
    choices: ['None', 'UV 15', 'UV 30', 'UV 50', 'UV 50+', 'UV 400'],
  },
  support: { title: 'Support', choices: ['Light', 'Medium', 'Firm'] },
  technology: {
    title: 'Technology',
    choices: [
      'Breathable',
      'Quick-drying',
      'Anti-odour',
      'Compression',
      'Reflective',
      'Seamless',
      'Touchscreen',
    ],
    many: true,
  },
  toe_shape: { title: 'Toe', choices: ['Round', 'Pointed', 'Square', 'Almond', 'Open'] },
  underwire: { title: 'Underwire', choices: ['With', 'Without'] },
  waist_rise: { title: 'Rise', choices: ['Low', 'Mid', 'High', 'Elasticated', 'Adjustable'] },
  warmth: { title: 'Warmth', choices: ['Unlined', 'Light', 'Warm', 'Very warm'] },
  wash: { title: 'Wash', choices: ['Raw', 'Dark', 'Stone', 'Light', 'Bleached', 'Destroyed'] },
  watch_movement: { title: 'Movement', choices: ['Quartz', 'Automatic', 'Hand-wound', 'Solar', 'Hybrid'] },
  water_resistance: { title: 'Water resistance', choices: ['None', '3 bar', '5 bar', '10 bar', '20 bar'] },
  weather_protection: {
    title: 'Weather protection',
    choices: ['Water-repellent', 'Waterproof', 'Windproof', 'Insulated', 'None'],
    many: true,
  },
  weave: {
    title: 'Weave',
    choices: ['Percale', 'Sateen', 'Terry', 'Waffle', 'Flannel', 'Jersey', 'Seersucker'],
  },
} as const satisfies Readonly<Record<string, AttributeRow>>;

/** The name of an attribute group of the tables. */
export type AttributeKey = keyof typeof ATTRIBUTE_TABLES;
